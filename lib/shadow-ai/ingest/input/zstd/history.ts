import { largestBlockBytes } from "@/lib/shadow-ai/ingest/input/zstd/block-decoder";

/** Room behind the window: it is moved to the front once for this much output, not for every block. */
const slackBytes = 2 * 1024 * 1024;

/** The last bytes of a frame's content, at least as many as its window has, and room for the next block. */
export class History {
  bytes = new Uint8Array(0);
  /** Where the content ends so far. */
  end = 0;
  private windowBytes = 0;

  /** Forgets the frame before. The buffer stays: frames can be tiny and many. */
  beginFrame(windowBytes: number): void {
    this.windowBytes = windowBytes;
    this.end = 0;
    if (this.bytes.length < windowBytes + slackBytes) this.bytes = new Uint8Array(windowBytes + slackBytes);
  }

  /** Makes room for a block behind `end`. */
  makeRoom(): void {
    if (this.end + largestBlockBytes <= this.bytes.length) return;
    const kept = Math.min(this.end, this.windowBytes);
    this.bytes.copyWithin(0, this.end - kept, this.end);
    this.end = kept;
  }
}
