import { join } from "node:path";
import { lintFromString, loadConfig } from "@redocly/openapi-core";
import { openApiDocument } from "@/app/v1/openapi.json/document";

/** Part of `npm run check:api`: builds the OpenAPI document, without a server or a database, and lints it by redocly.yaml. */
const document = openApiDocument();
const config = await loadConfig({ configPath: join(import.meta.dirname, "../redocly.yaml") });
const problems = await lintFromString({ source: JSON.stringify(document), config });
for (const { ruleId, message, location } of problems) console.error(`${location[0]?.pointer}: ${message} (${ruleId})`);
const operations = Object.values(document.paths).flatMap(Object.keys);
console.log(`OpenAPI document: ${operations.length} operations, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
