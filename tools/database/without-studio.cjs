// Loaded before Prisma's command line, which requires its studio and the drivers of other databases although generating a
// client uses none of them. They are not installed (package.json, overrides), so each is an empty module here.
const Module = require("node:module");
const load = Module._load;
const absent = /^(?:@prisma\/(?:studio-core|dev)|mysql2|postgres)(?:\/|$)/;
Module._load = function loadModule(request, ...rest) {
  return absent.test(request) ? {} : load.call(this, request, ...rest);
};
