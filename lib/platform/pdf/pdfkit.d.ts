/** The members of pdfkit that are used here: the package has no types. */
declare module "pdfkit" {
  /** An object of the file. Strings in `data` are names, and `String` objects are strings. */
  export interface Reference {
    // biome-ignore lint/suspicious/noExplicitAny: entries of any kind.
    data: Record<string, any>;
    compress: boolean;
    end(content?: Uint8Array): void;
  }

  interface Outline {
    addItem(title: string, options: { pageNumber: number; top: number; left: number }): Outline;
  }

  // biome-ignore lint/style/noDefaultExport: as in the package.
  export default class PDFDocument implements AsyncIterable<Uint8Array> {
    constructor(options: object);
    _root: Reference;
    page: { dictionary: Reference; annotations: Reference[] };
    outline: Outline;
    ref(data: object): Reference;
    addContent(operators: string): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    goTo(x: number, y: number, width: number, height: number, destination: string, entries: object): this;
    /** A rectangle in the units of the page. */
    _convertRect(x: number, y: number, width: number, height: number): number[];
    endMetadata(): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  }
}
