/** The tracer that Next bundles, a CommonJS module, so that it need not be installed a second time. */
declare module "next/dist/compiled/@vercel/nft" {
  const tracer: { nodeFileTrace(files: string[], options: { base: string }): Promise<{ fileList: Set<string> }> };
  export = tracer;
}
