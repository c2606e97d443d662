/** A document that cannot be made, however often it is tried. */
export class GenerationFailed extends Error {
  override readonly name = "GenerationFailed";

  /** `reason`: a sentence that whoever asked for the document may read. */
  constructor(readonly reason: string) {
    super(reason);
  }
}
