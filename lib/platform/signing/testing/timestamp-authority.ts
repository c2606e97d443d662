import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const openssl = (cwd: string, ...args: string[]) => promisify(execFile)("openssl", args, { cwd });

/**
 * A timestamp authority that uses only openssl: a root certificate, a certificate issued by it, and `openssl ts
 * -reply`.
 */
export interface TestAuthority {
  url: string;
  /** PEM of the root certificate. */
  root: string;
  directory: string;
  /** Number of received requests. */
  requests(): number;
  /** Sends this response to further requests instead of the response of openssl. */
  answerWith(answer: ((request: Buffer) => Promise<{ status?: number; body: Buffer }>) | undefined): void;
  reply(request: Buffer): Promise<Buffer>;
  /** Output of `openssl ts -verify` for a token and the SHA-256 of the timestamped data. */
  verify(token: Buffer, sha256: string): Promise<string>;
}

const configuration = `
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = root.pem
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4.1
ess_cert_id_alg = sha256
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[stamp]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
[req]
distinguished_name = name
[name]
`;

/** Starts an authority for a test file. It stops at the end of the file. */
export async function startTimestampAuthority(usage: "stamp" | "server" = "stamp"): Promise<TestAuthority> {
  const directory = mkdtempSync(join(tmpdir(), "tsa-"));
  writeFileSync(join(directory, "tsa.cnf"), configuration);
  writeFileSync(join(directory, "serial"), "01\n");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-config", "tsa.cnf"];
  await openssl(
    directory,
    "req",
    "-x509",
    ...key,
    "-keyout",
    "root.key",
    "-out",
    "root.pem",
    "-subj",
    "/CN=Root",
    "-days",
    "30",
    "-extensions",
    "root",
  );
  await openssl(directory, "req", "-new", ...key, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Authority");
  await openssl(
    directory,
    "x509",
    "-req",
    "-in",
    "tsa.csr",
    "-CA",
    "root.pem",
    "-CAkey",
    "root.key",
    "-CAcreateserial",
    "-out",
    "tsa.pem",
    "-days",
    "30",
    "-extfile",
    "tsa.cnf",
    "-extensions",
    usage,
  );
  let requests = 0;
  let instead: Parameters<TestAuthority["answerWith"]>[0];

  const reply = async (request: Buffer) => {
    writeFileSync(join(directory, "request.tsq"), request);
    await openssl(
      directory,
      "ts",
      "-reply",
      "-config",
      "tsa.cnf",
      "-section",
      "authority",
      "-queryfile",
      "request.tsq",
      "-out",
      "reply.tsr",
    );
    return readFileSync(join(directory, "reply.tsr"));
  };
  const server = createServer(async (incoming, response) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = Buffer.concat(chunks);
    // openssl refuses to sign with a certificate that is not for timestamps.
    const answer = instead ? instead(request) : reply(request).then((body) => ({ body, status: 200 }));
    const { status = 200, body } = await answer.catch(() => ({ status: 500, body: Buffer.alloc(0) }));
    response.writeHead(status, { "Content-Type": "application/timestamp-reply" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    root: readFileSync(join(directory, "root.pem"), "utf8"),
    directory,
    requests: () => requests,
    answerWith(answer) {
      instead = answer;
    },
    reply,
    async verify(token, sha256) {
      writeFileSync(join(directory, "token.der"), token);
      const args = ["ts", "-verify", "-digest", sha256, "-in", "token.der", "-token_in", "-CAfile", "root.pem"];
      const { stdout, stderr } = await openssl(directory, ...args).catch((error) => error);
      return `${stdout}${stderr}`;
    },
  };
}
