/** Loaded before a measured program: says at its end what the process used, on the stream of errors beside its own words. */
"use strict";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeSync(2, `\nUSED ${userCPUTime + systemCPUTime} ${maxRSS}\n`);
});
