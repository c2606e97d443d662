import type { ReactElement } from "react";
import type { Row } from "@/lib/pdf/flow/cut-rows";

/** A place that the outline and links lead to. */
export interface Mark {
  /** Unique in the document. */
  id: string;
  title: string;
  /** The mark under which the outline shows it, which stands before it; a part has none. */
  under?: string;
  /** Whether the table of contents has it too. */
  listed: boolean;
}

/** A piece of a part: laid out, measured, and drawn from its own upper left corner. */
export interface Block extends Row {
  draw(): ReactElement;
  /** Whether a hairline closes it. The lines of a page are drawn together: there may be dozens. */
  ruled?: boolean;
  head?: Block;
  mark?: Mark;
}

/** A part of the document. It begins on a page of its own. */
export interface Part {
  mark: Mark;
  title: string;
  /** `4` or `A`; empty for what stands before the first numbered part. */
  number: string;
  blocks: Block[];
}
