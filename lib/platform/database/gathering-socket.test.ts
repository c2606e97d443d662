import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { GatheringSocket } from "@/lib/platform/database/gathering-socket";

test("the statements of one turn are sent at once and in order", async () => {
  let received = "";
  const server = createServer((peer) => {
    peer.on("data", (chunk) => {
      received += chunk;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new GatheringSocket();
  const send = vi.spyOn(socket, "_writev" as never);
  await once(socket.connect((server.address() as AddressInfo).port, "127.0.0.1"), "connect");
  const write = (...statements: string[]) => {
    for (const statement of statements) {
      socket.cork();
      for (const message of [`bind ${statement}.`, `execute ${statement}.`]) socket.write(message);
      socket.uncork();
    }
  };
  write("1", "2", "3");
  await vi.waitFor(() => expect(received).toBe("bind 1.execute 1.bind 2.execute 2.bind 3.execute 3."));
  expect(send).toHaveBeenCalledTimes(1);
  write("4");
  await vi.waitFor(() => expect(received).toMatch(/bind 4\.execute 4\.$/));
  expect(send).toHaveBeenCalledTimes(2);
  socket.destroy();
  server.close();
});
