import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** Writes a Brotli version (`.br`) of each script and style in a directory, at the highest quality. */
export async function writeCompressed(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true });
  const texts = names.filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(texts.map((name) => writeOne(join(directory, name))));
}

async function writeOne(file: string): Promise<void> {
  await writeFile(`${file}.br`, await brotli(await readFile(file)));
}

/** Compresses a script or style as browsers receive it. */
export function brotli(content: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return compress(content, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}
