/** A worker that is killed, over the desk. */

import { workUnderKills } from "../../src/testing.ts";
import { desk } from "./desk.ts";

await workUnderKills(desk);
