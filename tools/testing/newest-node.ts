import { join } from "node:path";

/** The newest supported major version of Node.js, which the container image uses. */
export const newestNode = "24";

// Not in the project's `node_modules`, where it would replace the machine's Node.js in every npm script.
const folder = join(import.meta.dirname, "../../.data/test-tools");
const name = `node-${process.platform}-${process.arch}`;

/** The directory of its program, once it is installed. */
export const newestNodeDirectory = join(folder, "node_modules", name, "bin");

export const newestNodeInstallation = [
  ...["npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"],
  ...["--prefix", folder, `${name}@${newestNode}`],
];
