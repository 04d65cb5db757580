import { adapterSuite } from "../suites/adapter.suite.ts";
import { openAiAgentsHost } from "./hosts/openai-agents.ts";

adapterSuite(openAiAgentsHost);
