import { createServer, type Server } from "node:net";

/** Makes sure that a port can be had, before anything else takes time. Throws a sentence that names `--port`. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

/** Listens, or throws a sentence that says why not. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program. End it, or choose another port with --port.`,
    EACCES: `Port ${port} needs rights that this user does not have. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTFOUND: `${host} is not an address of this machine.`,
  };
  return new Error(sentences[error.code ?? ""] ?? `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  });
}
