import { detached } from "@/lib/domains/shadow-ai/ingest/text/field-text";

/**
 * Caches results by text up to a number of entries, then starts empty, so that hostile input costs time but no memory.
 * Longer texts are computed each time.
 */
export class TextCache<Value> {
  private readonly values = new Map<string, Value>();

  constructor(
    private readonly compute: (text: string) => Value,
    private readonly entriesMax = 20_000,
    private readonly lengthMax = 512,
  ) {}

  get(text: string): Value {
    const known = this.values.get(text);
    if (known !== undefined) return known;
    if (text.length > this.lengthMax) return this.compute(text);
    // A substring keeps its line in memory, so cached texts are copied.
    const copy = detached(text);
    const value = this.compute(copy);
    if (this.values.size >= this.entriesMax) this.values.clear();
    this.values.set(copy, value);
    return value;
  }
}
