/** The types of oidc-provider that the tests' OpenID server uses. */
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  export interface Configuration {
    clients: object[];
    claims: Record<string, string[]>;
    pkce: { required: () => boolean };
    cookies: { keys: string[] };
    features: Record<string, object>;
    interactions: { url: (context: unknown, interaction: { uid: string }) => string };
    findAccount: (
      context: unknown,
      subject: string,
    ) => { accountId: string; claims: () => Promise<Record<string, unknown>> } | undefined;
  }

  class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: Record<string, unknown> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    readonly Grant: new (grant: {
      accountId: string;
      clientId: string;
    }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }

  // biome-ignore lint/style/noDefaultExport: the package has one
  export { Provider as default };
}
