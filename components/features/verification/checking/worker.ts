import { checkFile } from "./check-file";
import type { CheckRequest } from "./protocol";

/** Checks beside the page, which stays quick whatever the size of a file. */
self.addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  void checkFile(data, (message) => self.postMessage(message));
});
