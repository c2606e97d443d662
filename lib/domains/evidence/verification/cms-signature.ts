import { concatBytes, sameBytes } from "@/lib/domains/evidence/verification/bytes";
import { encode, firstContext, membersOf, octets, only, sequence, set } from "@/lib/domains/evidence/verification/der";
import { type RsaKey, readCertificate } from "@/lib/domains/evidence/verification/public-keys";

export interface CmsSignature {
  /** Of the certificate that the signed attributes name. */
  key: RsaKey;
  /** The digest of the content, as signed. */
  contentDigest: Uint8Array;
  /** The bytes that `signature` covers. */
  signedAttributes: Uint8Array;
  signature: Uint8Array;
  /** The other certificates, as in the signature. */
  chain: Uint8Array;
  /** The timestamp of the signature value in DER, not checked. */
  token?: Uint8Array;
}

/**
 * Reads a detached CMS signature (RFC 5652) in the form of `signDetached`. All other parts must be what certificate,
 * attributes and signature value imply, so no bit can change unnoticed. Throws for any other form.
 */
export function readCmsSignature(der: Uint8Array, sha256: (data: Uint8Array) => Uint8Array): CmsSignature {
  const [, content] = membersOf(only(der));
  const [signedData] = membersOf(content, firstContext);
  const [, , , certificates, signerInfos] = membersOf(signedData);
  const [signerInfo, ...others] = membersOf(signerInfos, set);
  const [, , , attributes, , signature, unsigned] = membersOf(signerInfo);
  if (!attributes || signature?.tag !== octets || others.length > 0) throw new Error("not a single signature");
  const values = attributesOf(attributes.body);
  const contentDigest = only(values(messageDigest)).body;
  const [certificateIds] = membersOf(only(values(signingCertificateV2)));
  const [certificateHash] = membersOf(membersOf(certificateIds)[0]);
  const given = membersOf(certificates, firstContext).map(({ whole }) => whole);
  const [certificate, ...chain] = given;
  if (!certificate || !certificateHash || !sameBytes(sha256(certificate), certificateHash.body))
    throw new Error("the certificate is missing");
  const { key, issuer, serial } = readCertificate(certificate);
  if (key.kind !== "rsa" || !sameBytes(values(contentType), data)) throw new Error("another kind of signature");
  const token =
    unsigned && only(only(membersOf(unsigned, secondContext)[0]?.body.subarray(timestampId.length) ?? none).body);
  const implied = seq(
    signedDataId,
    encode(
      firstContext,
      seq(
        version1,
        encode(set, sha256Id),
        seq(data),
        encode(firstContext, concatBytes(...given)),
        encode(
          set,
          seq(
            ...[version1, seq(issuer, serial), sha256Id, encode(firstContext, attributes.body)],
            ...[sha256WithRsa, encode(octets, signature.body)],
            ...(token ? [encode(secondContext, seq(timestampId, encode(set, token.whole)))] : []),
          ),
        ),
      ),
    ),
  );
  if (!sameBytes(implied, der)) throw new Error("not in the form of the service");
  return {
    key,
    contentDigest,
    // Signed as a SET OF, stored under an implicit tag (RFC 5652, 5.4).
    signedAttributes: encode(set, attributes.body),
    signature: signature.body,
    chain: concatBytes(...chain),
    ...(token && { token: token.whole }),
  };
}

/** The single value of the attribute with an identifier. */
function attributesOf(body: Uint8Array): (id: Uint8Array) => Uint8Array {
  const all = membersOf({ tag: set, body, whole: body }, set).map((attribute) => membersOf(attribute));
  return (id) => {
    const [values, ...others] = all.flatMap(([type, value]) =>
      type && value && sameBytes(type.whole, id) ? value : [],
    );
    if (others.length > 0) throw new Error("an attribute is repeated");
    return membersOf(values, set).length === 1 && values ? values.body : new Uint8Array();
  };
}

function seq(...members: Uint8Array[]): Uint8Array {
  return encode(sequence, concatBytes(...members));
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

const none = new Uint8Array();
const secondContext = 0xa1;
const version1 = bytes("020101");
const data = bytes("06092a864886f70d010701");
const signedDataId = bytes("06092a864886f70d010702");
const contentType = bytes("06092a864886f70d010903");
const messageDigest = bytes("06092a864886f70d010904");
const signingCertificateV2 = bytes("060b2a864886f70d010910022f");
const timestampId = bytes("060b2a864886f70d010910020e");
const sha256Id = bytes("300b0609608648016503040201");
const sha256WithRsa = bytes("300d06092a864886f70d01010b0500");
