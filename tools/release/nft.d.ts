/** The tracer that Next bundles, a CommonJS module. Using it avoids a second installation. */
declare module "next/dist/compiled/@vercel/nft" {
  const tracer: { nodeFileTrace(files: string[], options: { base: string }): Promise<{ fileList: Set<string> }> };
  export = tracer;
}
