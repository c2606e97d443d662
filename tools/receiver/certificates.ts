import { generate } from "selfsigned";

/** A certificate authority for one process, and its server certificate for this machine, in PEM. */
export interface Certificates {
  authority: string;
  key: string;
  cert: string;
}

/** @param names further DNS names of the server */
export async function makeCertificates(names: string[] = []): Promise<Certificates> {
  const authority = await generate([{ name: "commonName", value: "Test authority" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const altNames = [
    ...["localhost", ...names].map((value) => ({ type: 2 as const, value })),
    { type: 7 as const, ip: "127.0.0.1" },
    { type: 7 as const, ip: "::1" },
  ];
  const server = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
      { name: "subjectAltName", altNames },
    ],
  });
  return { authority: authority.cert, key: server.private, cert: server.cert };
}
