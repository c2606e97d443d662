/**
 * JA4 begins with transport, version, whether a name was sent, how many ciphers and extensions, and the first protocol of
 * ALPN. Browsers have offered HTTP/2 for years; a client that offers HTTP/1.1 alone, or nothing, is a program.
 * Source: FoxIO, JA4 technical details.
 */
const withoutHttp2 = /^[tq][0-9s][0-9][di]\d{4}(?:h1|00)_/;

/** Whether a TLS handshake can be no browser's. JA3 tells nothing: it is a hash of a whole. */
export function isProgramHandshake(tlsFingerprint: string | null): boolean {
  return tlsFingerprint !== null && withoutHttp2.test(tlsFingerprint);
}
