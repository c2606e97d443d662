/** Type prefixes of identifiers (specification, "Identifier prefixes", and the extensions of this service). */
export const idPrefixes = {
  auditEvent: "evt_",
  detection: "sad_",
  evidencePackage: "epkg_",
  evidenceDocument: "doc_",
  controlAssignment: "ctl_",
  model: "mdl_",
  organisation: "org_",
  webhookEndpoint: "wh_",
  deliveryEvent: "we_",
  cursor: "cur_",
  apiKey: "key_",
  member: "usr_",
  session: "ses_",
  memberToken: "tok_",
  credentialChange: "cch_",
  savedView: "view_",
  notification: "ntf_",
  exceptionRequest: "exr_",
  comment: "cmt_",
  ticket: "tkt_",
  identification: "idn_",
  triageOperation: "op_",
  report: "rep_",
  reportSchedule: "rsch_",
  integration: "int_",
  alertPolicy: "pol_",
  auditStream: "str_",
  legalHold: "hold_",
  telemetryRule: "trl_",
  telemetrySource: "tsr_",
  request: "req_",
  logSource: "src_",
  logImport: "imp_",
  checkpoint: "ckp_",
  verification: "ver_",
  finding: "fnd_",
  mail: "mail_",
  jobRun: "run_",
} as const;

export type IdKind = keyof typeof idPrefixes;

const opaquePart = /^[0-9a-z]{1,64}$/;

/**
 * Whether a text can be an identifier of a kind. Only such texts are queried, because PostgreSQL rejects some texts, for
 * example with a NUL character.
 */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind];
  return text.startsWith(prefix) && opaquePart.test(text.slice(prefix.length));
}
