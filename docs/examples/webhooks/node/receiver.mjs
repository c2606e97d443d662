import { createServer } from "node:http";
import { verify } from "./by-hand.mjs";

const secret = process.env.WEBHOOK_SECRET;
const stored = new Map();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);

  let envelope;
  try {
    envelope = verify(secret, request.headers, Buffer.concat(chunks));
  } catch {
    response.writeHead(400).end();
    return;
  }

  // In production: INSERT … ON CONFLICT (id) DO NOTHING, and respond after the commit. A repeat inserts no row.
  const isNew = !stored.has(envelope.id);
  if (isNew) stored.set(envelope.id, envelope);
  response.writeHead(200).end();

  // In production: a worker processes the stored rows.
  if (isNew) setImmediate(work, envelope);
});

function work({ id, type, data }) {
  console.log(`${id} ${type} ${JSON.stringify(data)}`);
}

server.listen(Number(process.env.PORT ?? 4000), "127.0.0.1", () => {
  console.log(`listening on port ${server.address().port}`);
});
