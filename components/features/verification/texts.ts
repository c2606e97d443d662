import { bytesText, countedText, countText, timeText } from "@/lib/platform/client/format";

export const check = {
  verifierLoadedReload: "The verifier could not be loaded. Reload the page.",
  browserCannotRun: "This browser cannot run the verification. Use an up-to-date browser, or the commands below.",
};

export const checkFile = {
  reportIdMismatch: (id: string, reportId: string | null) =>
    `The file contains report ID ${id}, but the service's record contains ${reportId ?? "no report ID"}.`,
  noSignature: "The service has no package with this hash, so there is no signature to check.",
  signatureNotAvailable: "The signature is part of the service's response, which is not available.",
  signedByUnknownKey: (why: string) =>
    `The signature matches a key in the file, but anyone could have added that key. ${why}`,
  reportsSignaturePdf: "A report's signature is in the PDF itself.",
  algorithm: "Algorithm",
  rsaAlgorithm: (bits: number | undefined) =>
    `RSA${bits === undefined ? "" : `, ${bits} bits`}, PKCS #1 v1.5, with SHA-256`,
  signature: "Signature",
  keyNotPublished: (keyId: string) => `The service does not publish the key ${keyId}.`,
  signedWithKey: (keyId: string) => `This exact file was signed with the published key ${keyId}.`,
  signatureInvalid: (keyId: string) => `The recorded signature of this file is not valid for the key ${keyId}.`,
  serviceDoesPublish: "The service does not publish this key.",
  keysNotFetched: (reason: string) => `The service's public keys could not be fetched. ${reason}`,
  httpsRequired: "This page was not loaded over HTTPS, so the browser cannot verify signatures. Open it over HTTPS.",
};

export const fileForm = {
  packageFilePdf: "Evidence package (PDF or JSON) or report (PDF)",
  dropToVerify: "Drop to verify",
  dropAPackageHere: "Drop a package here",
  chooseAFile: "Choose a file",
  chooseEvidencePackage: "Choose an evidence package (PDF or JSON) or a report (PDF). The file stays on this device.",
  compareHashReceipt: "Compare with a hash or receipt",
  hashOrReceiptOptional: "Hash or receipt (optional)",
  expectedProblem: "Enter a SHA-256 hash (64 hexadecimal digits) or a receipt (position and hash).",
  expectedDescription:
    "A hash or receipt that you received separately, for example by letter or telephone, adds a check that does not rely on the service's records. It is compared in your browser and never sent.",
};

export const manualVerification = {
  verifyOwnTools: "Verify with your own tools",
  pageProvidedService:
    "This page is provided by the service that issued the package. To verify the package without this page, use the following commands on Linux, macOS, or the Windows Subsystem for Linux (WSL).",
  commandsAlreadyInclude: " They are filled in for your file.",
  chooseFileAdd: " To fill them in, choose a file.",
  copyCommands: (title: string) => `the commands: ${title}`,
  computeTheHash: "Compute the hash",
  computeTheHashNote: "Compare the result with the hash provided by the service or the sender.",
  fetchRecordKey: "Fetch the record and the key",
  fetchRecordKeyNote: "The record contains the package ID, the key ID and the signature.",
  verifyPackageSignature: {
    title: "Verify the package signature",
    note: "If the signature is valid, OpenSSL prints “Verified OK”.",
  },
  verifyPdfSignature: "Verify the PDF signature and extract the evidence",
  verifyPdfSignatureNote: "Both tools are part of poppler-utils.",
  verifyTheEvidence: "Verify the evidence",
  verifyTheEvidenceNote:
    "The verifier is a single file that requires Node.js 20.12 or later. Compare its SHA-256 hash with the hash published with the release.",
};

export const panels = {
  verifyingNamed: (name: string) => `Verifying ${name}`,
  verificationProgress: "Verification progress",
  orPressEscape: "or press Escape",
  bytesRead: (bytesRead: number, size: number) => `${bytesText(bytesRead)} of ${bytesText(size)} read`,
  eventsChecked: (done: number, total: number) => `${countText(done)} of ${countText(total)} events checked`,
  checksCompleted: (finished: number, count: number) => `${finished} of ${count} checks completed`,
  failedChecks: "Failed checks",
  tryAgain: "Try again",
  verifyAnotherFile: "Verify another file",
  printResult: "Print result",
  fileContents: "File contents",
  fileContentsNotVerified: "File contents (not verified)",
  packageContents: "Package contents",
  recordFromTheService: "Record from the service",
  thisVerification: "This verification",
  sha256: "SHA-256",
  withheld: (withheld: number) => `, ${countText(withheld)} withheld`,
  listed: (listed: number, withheld: string) => `${countText(listed)} listed${withheld}`,
  recordedLate: "Recorded late",
  recordedLateEvents: (late: number) =>
    `${countedText(late, "event")} recorded more than 24 hours after the time stated by the sender`,
  report: "Report",
  package: "Package",
  signedBy: "Signed by",
  timeUtc: (time: string) => timeText(time, "full", "UTC"),
};

export const protocol = {
  hashed: (bytes: string) => `${bytes} bytes read and hashed in this browser.`,
  hashMatches: "The file matches the hash you entered.",
  hashMismatch: "The file does not match the hash you entered.",
  expected: "Expected",
  actual: "Actual",
  request: "Request",
  requestStatus: (record: string, status: number | null) =>
    `GET ${record}${status === null ? "" : `, status ${status}`}`,
  reportId: (reportId: string | null) => `report ${reportId}`,
  packageId: (packageId: string) => `package ${packageId}`,
  issuedBySigner: (issued: string, signedBy: string) =>
    `This service issued ${issued}, which is signed by ${signedBy}.`,
  serviceReportsProblem: "the service reports a problem with this package",
  serviceMessage: "Service message",
  noPackage: (reason: string) => `No package has this hash${reason}`,
  requestNotFound: (record: string) => `GET ${record}, status 404`,
  unrecordedReasons: {
    other: ", and the key that signed the file is not published by this service.",
    seal: ", but the seal in the file is valid. The file is evidence extracted from a PDF package, or a package that was saved again by another program.",
    document:
      ", but the PDF signature is valid for a published key and covers every byte of the file except the signature itself. The service no longer has a record of this file.",
  },
  notAPackage: "No package has this hash, and the file is neither a PDF nor a JSON package.",
  issuedElsewhere:
    "No package has this hash. The file was issued elsewhere or has been altered. Changing a single byte changes the hash.",
};

export const readFile = {
  tooLarge: "the file is too large",
  tooLargeDetails: (size: string) =>
    `The file is ${size} MiB. This page checks files of up to 512 MiB. Use the commands below instead.`,
  unreadable: "the file could not be read",
  unreadableDetails:
    "You may have chosen a folder, or the file may have been moved or changed while it was being read. Choose the file again.",
  theFileIsEmpty: "the file is empty",
  emptyDetails: "The file contains no data. Download it again.",
};

export const service = {
  unreadableResponse: "The service returned a response that this page cannot read.",
  thisDeviceIsOffline: "This device is offline.",
  timedOut: "The service did not respond within 20 seconds.",
  unreachable: "The service could not be reached.",
  busyUntil: (seconds: number) => `The service is busy (429). Try again in ${countedText(seconds, "second")}.`,
  busy: "The service is busy (429). Try again later.",
  unavailable: (status: number) => `The service is temporarily unavailable (${status}).`,
  unexpectedResponse: (status: number) => `The service returned an unexpected response (${status}).`,
};

export const state = { notRun: "Not run, because an earlier check could not be completed." };

export const stepList = {
  checks: "Checks",
  whenChosen: "These checks run when you choose a file.",
  waiting: "Waiting",
  checking: "Checking",
  passed: "Passed",
  failed: "Failed",
  notChecked: "Not checked",
  more: (more: number) => `And ${countText(more)} more.`,
};

export const verdict = {
  theCheckWasInterrupted: "the check was interrupted",
  bytesDiffer: "Content intact, but the bytes differ",
  bytesDifferSentence: (uncheckedNote: string) =>
    `The content is exactly as the service sealed it. The file was saved again by another program, for example with different whitespace or with its fields in a different order, so its hash and package signature do not match. If you need a file with a matching hash and signature, request the original.${uncheckedNote}`,
  authenticAndIntact: "Authentic and intact",
  reportIssued: "This service issued this exact file, and the signature covers all pages of the report.",
  evidenceExtractedPackage:
    "This evidence was extracted from a package. The evidence has not been changed, its seal is valid, and its contents are consistent.",
  packageIssued: "The service issued this exact file. The file has not been changed, and its contents are consistent.",
  theContentsAreConsistent: (signedSentence: string) => `${signedSentence} The contents are consistent.`,
  authenticAuditChain: "Authentic, but the audit chain was not verified",
  signaturePdfValid:
    "The signature in the PDF is valid for a key that this service publishes. The service has no record of this file to compare its hash with. Changes outside the signature, for example to a timestamp, may therefore go undetected.",
  timestampsAdded: " Validation data and document timestamps were added to the issued file later.",
  timestampAuthorityChecked: " The timestamp authority was not checked.",
  consistentButSigner: "Consistent, but the signer is unknown",
  unknownSigner: (sentence: string | undefined) =>
    `No check failed, but the file was signed with a key that this service does not publish, so anyone could have signed it. If the file comes from another service, or was signed with an earlier key, verify it with the signer's key. ${sentence ?? ""}`,
  outdatedVerifierToo: "This verifier is too old for this package",
  outdatedAdvice: (sentence: string | undefined) =>
    `Reload this page, or verify the package with the current version of the service. Only the signatures were checked. ${sentence ?? ""}`,
  receiptComparedBecause: " Your receipt could not be compared, because its event is not in the package.",
  checksDoApply: " Checks that do not apply are marked as not checked, with the reason.",
  authenticBut: (why: string) => `Authentic, but ${why}`,
  authenticButNotIntact: (why: string) => `Authentic, but not intact: ${why}`,
  inconsistentAtIssue: (instead: string | undefined, signedSentence: string) =>
    `${instead === "document" ? signedSentence : "The service issued this exact file, and it has not been changed."} The contents were already inconsistent when the file was generated. See the failed checks.`,
  genuinePackageService: "This is a genuine package from this service, but its hash differs from the one you entered.",
  checksFailed: (count: number) =>
    `${count === 1 ? "One check" : `${count} checks`} failed. Do not rely on this file. Request the original from the sender.`,
  notAuthenticWhy: (why: string) => `Not authentic: ${why}`,
  noValidResponse: "no valid response from the service",
  signatureChecked: "the signature could not be checked",
  checksRunWithout: " The checks that run without the service found no problems.",
  cannotBeVerified: (why: string) => `Cannot be verified: ${why}`,
};

export const verifier = {
  verifyOneFile: "Verify one file at a time.",
  hashReceiptValid: "The hash or receipt is not valid. Correct or clear the field, then choose the file again.",
  verifyingNamed: (name: string) => `Verifying ${name}.`,
};
