import { text } from "node:stream/consumers";

/** `node check.mjs ./by-hand.mjs < request.json`: exit code 0 for a genuine request, 1 for any other. */
const { verify } = await import(process.argv[2]);
const { secret, headers, body } = JSON.parse(await text(process.stdin));
try {
  console.log(verify(secret, headers, Buffer.from(body, "utf8")).id);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
