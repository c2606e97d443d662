/** A mail before it is written down: its text and its HTML are made of the same content, so they say the same. */
export interface MailContent {
  /** One line. */
  subject: string;
  /** What a list of mails shows beside the subject. */
  preheader: string;
  title: string;
  blocks: Block[];
  /** Why this person gets this mail. */
  reason: string;
}

/** All strings are plain text of whatever origin: rendering cleans and escapes them. */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** What the mail is about, as pairs; `code` sets the value in the letters of code. */
  | { kind: "facts"; facts: Fact[] }
  /** Things of the same kind, each with a title, what is wrong with it, and details. */
  | { kind: "records"; records: MailRecord[]; more: string | null }
  /** What to do, one after the other; `call` is a request or command that can be copied. */
  | { kind: "steps"; steps: Step[] }
  | { kind: "link"; text: string; url: string };

export interface Fact {
  name: string;
  value: string;
  code?: boolean;
}

interface MailRecord {
  title: string;
  problem: string;
  details: string[];
}

interface Step {
  text: string;
  call?: string;
}

/** A mail as it is stored and sent. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
