/** The tracer that Next bundles, so that it need not be installed a second time. */
declare module "next/dist/compiled/@vercel/nft" {
  export function nodeFileTrace(files: string[], options: { base: string }): Promise<{ fileList: Set<string> }>;
}
