#!/usr/bin/env node
// Old syntax on purpose: a Node that is too old must still be able to read this file and say so.
var needed = [22, 19];
var current = process.versions.node.split(".").map(Number);
var isTooOld = current[0] < needed[0] || (current[0] === needed[0] && current[1] < needed[1]);

function fail(exitCode, line) {
  process.stderr.write(line + "\n");
  process.exitCode = exitCode;
}

function start() {
  // Asked for in this way, the modules of Node cost a start nothing that the command does not use.
  var fs = process.getBuiltinModule("node:fs");
  var require = process.getBuiltinModule("node:module").createRequire(import.meta.url);
  var program = new URL("../dist/src/cli/main.cjs", import.meta.url);
  if (!fs.existsSync(program)) {
    fail(3, "dex-connectors is not built yet: run `npm run build` in its folder first");
    return Promise.resolve();
  }
  return Promise.resolve()
    .then(function () {
      return require("../dist/src/cli/main.cjs").main(process.argv.slice(2));
    })
    .then(function (exitCode) {
      process.exitCode = exitCode;
    });
}

if (isTooOld) {
  fail(2, "dex-connectors needs Node 22.19 or later; this is " + process.versions.node);
} else {
  start().catch(function (error) {
    var isDebug = process.env.DEX_CONNECTORS_DEBUG === "1";
    var text = (error && (isDebug ? error.stack : error.message)) || error;
    fail(
      3,
      "internal error: " +
        text +
        (isDebug ? "" : "; please report it (DEX_CONNECTORS_DEBUG=1 shows where it happened)"),
    );
  });
}
