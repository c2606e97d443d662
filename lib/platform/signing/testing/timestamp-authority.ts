import { execFile } from "node:child_process";
import { type KeyObject, X509Certificate } from "node:crypto";
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
  /**
   * PEM of a certificate for a public key, issued by the root. It names the authority's OCSP responder and CRL, unless
   * `sources` excludes them.
   */
  certify(publicKey: KeyObject, commonName: string, sources?: "ocsp" | "crl" | "both" | "none"): Promise<string>;
  /** From now on, the OCSP responder and the CRL report a certificate as revoked. */
  revoke(certificate: string): void;
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
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
[ocsp]
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
[crl]
crlDistributionPoints = URI:http://127.0.0.1:PORT/crl
[both]
authorityInfoAccess = OCSP;URI:http://127.0.0.1:PORT/ocsp
crlDistributionPoints = URI:http://127.0.0.1:PORT/crl
[none]
[lists]
database = index.txt
default_md = sha256
default_crl_days = 7
[req]
distinguished_name = name
[name]
`;

/** Starts an authority for a test file. It stops at the end of the file. */
export async function startTimestampAuthority(usage: "stamp" | "server" = "stamp"): Promise<TestAuthority> {
  const directory = mkdtempSync(join(tmpdir(), "tsa-"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(directory, "tsa.cnf"), configuration.replaceAll("PORT", String(port)));
  writeFileSync(join(directory, "serial"), "01\n");
  writeFileSync(join(directory, "index.txt"), "");
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
  const list = (pem: string, revokedAt: string) => {
    const serial = new X509Certificate(pem).serialNumber;
    const others = readFileSync(join(directory, "index.txt"), "utf8").split("\n");
    const line = [revokedAt ? "R" : "V", "400101000000Z", revokedAt, serial, "unknown", `/CN=${serial}`].join("\t");
    const lines = [...others.filter((one) => one !== "" && !one.includes(serial)), line];
    writeFileSync(join(directory, "index.txt"), `${lines.join("\n")}\n`);
  };
  list(readFileSync(join(directory, "tsa.pem"), "utf8"), "");
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
  /** The revocation data of the root's certificates. */
  const revocation = async (url: string | undefined, request: Buffer): Promise<Buffer | undefined> => {
    const root = ["-CA", "root.pem", "-rsigner", "root.pem", "-rkey", "root.key"];
    if (url === "/ocsp") {
      writeFileSync(join(directory, "request.ocsp"), request);
      const files = ["-reqin", "request.ocsp", "-respout", "response.ocsp"];
      await openssl(directory, "ocsp", "-index", "index.txt", ...root, ...files, "-ndays", "7");
      return readFileSync(join(directory, "response.ocsp"));
    }
    if (url !== "/crl") return undefined;
    const issuer = ["-config", "tsa.cnf", "-name", "lists", "-cert", "root.pem", "-keyfile", "root.key"];
    await openssl(directory, "ca", "-gencrl", ...issuer, "-out", "crl.pem");
    await openssl(directory, "crl", "-in", "crl.pem", "-outform", "DER", "-out", "crl.der");
    return readFileSync(join(directory, "crl.der"));
  };
  server.on("request", async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = Buffer.concat(chunks);
    const published = await revocation(incoming.url, request);
    if (published) {
      response.end(published);
      return;
    }
    requests += 1;
    // openssl refuses to sign with a certificate that is not for timestamps.
    const answer = instead ? instead(request) : reply(request).then((body) => ({ body, status: 200 }));
    const { status = 200, body } = await answer.catch(() => ({ status: 500, body: Buffer.alloc(0) }));
    response.writeHead(status, { "Content-Type": "application/timestamp-reply" }).end(body);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    root: readFileSync(join(directory, "root.pem"), "utf8"),
    directory,
    requests: () => requests,
    answerWith(answer) {
      instead = answer;
    },
    reply,
    async certify(publicKey, commonName, sources = "both") {
      writeFileSync(join(directory, "key.pem"), publicKey.export({ format: "pem", type: "spki" }));
      const issuer = ["-CA", "root.pem", "-CAkey", "root.key", "-days", "30"];
      const about = ["-force_pubkey", "key.pem", "-subj", `/CN=${commonName}`, "-extfile", "tsa.cnf", "-extensions"];
      await openssl(directory, "x509", "-new", ...issuer, ...about, sources, "-out", "issued.pem");
      const pem = readFileSync(join(directory, "issued.pem"), "utf8");
      list(pem, "");
      return pem;
    },
    revoke: (pem) => list(pem, "260101000000Z"),
    async verify(token, sha256) {
      writeFileSync(join(directory, "token.der"), token);
      const args = ["ts", "-verify", "-digest", sha256, "-in", "token.der", "-token_in", "-CAfile", "root.pem"];
      const { stdout, stderr } = await openssl(directory, ...args).catch((error) => error);
      return `${stdout}${stderr}`;
    },
  };
}
