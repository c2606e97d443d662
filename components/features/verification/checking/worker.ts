import { checkFile } from "./check-file";
import type { CheckRequest } from "./protocol";

self.addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  void checkFile(data, (message) => self.postMessage(message));
});
