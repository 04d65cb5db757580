import { adapterSuite } from "../suites/adapter.suite.ts";
import { aiSdkHost } from "./hosts/ai-sdk.ts";

adapterSuite(aiSdkHost(false));
adapterSuite(aiSdkHost(true));
