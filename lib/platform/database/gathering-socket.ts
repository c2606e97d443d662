import { Socket } from "node:net";

/**
 * A connection to PostgreSQL that sends the statements of one turn of the event loop together. `pg` gathers the messages of
 * one statement only, so a pipeline would take a system call for each statement and wake the server as often.
 */
export class GatheringSocket extends Socket {
  private isGathering = false;

  override cork(): void {
    super.cork();
    if (this.isGathering) return;
    this.isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.isGathering = false;
      this.uncork();
    });
  }
}
