import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { LogSource } from "@/lib/domains/shadow-ai/schemas-sources";
import { s3Client } from "@/lib/platform/storage/s3-backend";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { detectionOf, squidLog } from "../support/shadow-ai";
import { until } from "../support/until";
import { end, endStarted, startCommand } from "./command";
import { expect, test } from "./fixtures";

test.afterEach(endStarted);

const objects = 50;
const linesPerObject = 10;

test("objects of a bucket are imported once, although the command is killed and objects arrive late", async ({
  organisation,
  application,
}) => {
  test.setTimeout(180_000);
  const { env, close } = await startS3Server();
  const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
  Object.assign(process.env, credentials);
  const client = s3Client({ endpoint: env.S3_ENDPOINT, region: "us-east-1", forcePathStyle: true });
  const put = (key: string, body: string | Buffer) =>
    client.send(new PutObjectCommand({ Bucket: env.S3_BUCKET, Key: key, Body: body }));
  // The service counts identical lines once.
  const log = squidLog([{ host: "api.openai.com", calls: objects * linesPerObject }])
    .trimEnd()
    .split("\n");
  const part = (n: number) => `${log.slice(n * linesPerObject, (n + 1) * linesPerObject).join("\n")}\n`;
  expect(new Set(log).size).toBe(objects * linesPerObject);
  for (let n = 1; n < objects; n++) {
    const name = String(n).padStart(3, "0");
    await (n % 2 ? put(`logs/${name}.log`, part(n)) : put(`logs/${name}.log.gz`, gzipSync(part(n))));
  }
  await put("other/000.log", squidLog([{ host: "api.anthropic.com", calls: 5 }]));

  const state = test.info().outputPath("state");
  const start = () => {
    const flags = ["--url", application.url, "--state", state, "--every", "1", "--endpoint", env.S3_ENDPOINT ?? ""];
    const argv = ["pull", ...flags, "--source", `proxy=s3://${env.S3_BUCKET}/logs/`, "--options", "proxy=format=squid"];
    return startCommand(argv, organisation.apiKey.key, credentials);
  };
  const { api } = organisation;
  const find = async () => {
    const { body } = await api.get<{ data: LogSource[] }>("/v1/sensors/sources");
    return body.data.find(({ name }) => name === "proxy");
  };
  const recorded = (count: number) => async () => ((await find())?.records ?? 0) >= count;

  const first = start();
  await until("some objects are imported", recorded(3 * linesPerObject));
  await end(first.child, "SIGKILL");
  const before = (await find())?.records ?? 0;
  expect(before).toBeLessThan((objects - 1) * linesPerObject);

  const second = start();
  await until("all objects are imported", recorded((objects - 1) * linesPerObject));
  // Its key sorts before those of all imported objects.
  await put("logs/000.log", part(0));
  await until("the late object is imported", recorded(objects * linesPerObject));
  await end(second.child, "SIGTERM");
  expect(second.child.exitCode).toBe(0);
  const { message, objects_rejected, lines_rejected } = second.reports.at(-1) ?? {};
  expect({ message, objects_rejected, lines_rejected }).toEqual({
    ...{ message: "stopped", objects_rejected: 0, lines_rejected: 0 },
  });
  expect(await find()).toMatchObject({ format: "squid", records: objects * linesPerObject, rejected: 0 });
  await detectionOf(api, "api.openai.com");
  const [file = ""] = (await readdir(state)).filter((name) => name.endsWith(".json"));
  const { settled } = JSON.parse(await readFile(`${state}/${file}`, "utf8")) as { settled: unknown[] };
  expect(settled).toHaveLength(objects);
  client.destroy();
  await close();
});
