export const documentForm = {
  selectAFramework: "Select a framework.",
  selectARequirement: "Select a requirement.",
  enterATitle: "Enter a title.",
  contentHashProblem: "Choose the file, or enter its SHA-256 hash (64 hexadecimal digits).",
  noLimit: "No limit",
  until: (validUntil: string) => `Until ${validUntil}`,
  from: (validFrom: string) => `From ${validFrom}`,
  fromTo: (validFrom: string, validUntil: string) => `${validFrom} to ${validUntil}`,
  statusSupplied: "The status of the control changes to “Supplied”.",
  alreadySupplied: "The control already has a valid document, so its status does not change.",
  notValidOn: (lastDay: string) =>
    `The document is not valid on ${lastDay}, the last day of the period, so the status of the control does not change.`,
};

/** Why a document does not change the status of a control. */
export const documentEffects = {
  notNeeded: "None. Events alone determine the status of this control.",
  subPoints: "Events determine the status of this point. Supply its documents for the sub-points.",
  adverse: "A document does not outweigh adverse events. Packages list it, but the status does not change.",
  missingEvents: "A document does not replace missing events. Packages list it, but the status does not change.",
  events: "Events support this control. Packages list the document, but the status does not change.",
};

export const documentList = {
  document: "Document",
  validity: "Validity",
  supplied: "Supplied",
  statedSigner: "Signed by (as stated)",
  documents: "Documents",
  pageDescription:
    "Documents for requirements that events alone cannot support. Only the hash and details of each document are stored, listed in packages and recorded on the audit chain.",
  withdrawn: "Withdrawn",
  notWithdrawn: "Not withdrawn",
  noDocumentsYet: "No documents yet",
  noDocumentsYetText:
    "Supply a document, such as a policy or a declaration of conformity. Packages then list the document and show that it was supplied for the requirement.",
};

export const documentDialog = {
  theDocument: "the document",
  sha256Hash: "SHA-256 hash",
  suppliedBy: "Supplied by",
  withdrawnBy: "Withdrawn by",
  withdraw: "Withdraw",
  withdrawTitled: (title: string) => `Withdraw ${title}`,
  withdrawBody: "New packages will not list this document. Existing packages will not change. You cannot undo this.",
  withdrawDocument: "Withdraw document",
  withdrawQuestion: (title: string) => `Withdraw “${title}”?`,
  documentWithdrawn: (title: string) => `Document “${title}” withdrawn.`,
};

export const supplyDialog = {
  recorded: (title: string) => `Document “${title}” supplied.`,
  dialog: { title: "Supply a document", failure: "Document not supplied" },
  sha256Hash: "SHA-256 hash",
  title: "Title",
  validFrom: "Valid from",
  validUntil: "Valid until",
  statedSigner: "Signed or approved by",
  referenceDescription: "Document number or URL in your records",
  theRequirements: "the requirements",
  noRequirementsFound: "No requirements found",
  clearModel: "Clear model",
  hashingFailed: "The browser could not read or hash the file. Enter its hash below.",
  fileDescription: "Your browser computes the hash. The file is not uploaded.",
  filePlaceholder: "Choose a file",
};
