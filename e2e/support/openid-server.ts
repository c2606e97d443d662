import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** A person who can sign in, with the claims that the provider returns for them. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface OpenIdServer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By subject. */
  people: Map<string, Person>;
  /** The subject of the person who signs in, without a password prompt. */
  present: string;
  /** Starts responding, for a client with this redirect address. */
  serve(redirectUri: string): void;
  close(): Promise<void>;
}

/** A real OpenID Connect provider, over HTTP on a free port of this machine. It requires no consent. */
export async function startOpenIdServer(): Promise<OpenIdServer> {
  const http = createServer();
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: OpenIdServer = {
    issuer,
    clientId: "governance",
    clientSecret: randomBytes(24).toString("base64url"),
    people: new Map(),
    present: "",
    serve(redirectUri) {
      const provider = new Provider(issuer, configurationOf(server, redirectUri));
      const answer = provider.callback();
      http.on("request", (request, response) => {
        if (!request.url?.startsWith("/interaction/")) void answer(request, response);
        else agree(provider, server, request, response).catch(() => response.writeHead(500).end());
      });
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

function configurationOf({ clientId, clientSecret, people }: OpenIdServer, redirectUri: string): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    // Claims of scopes are returned by the userinfo endpoint, as the standard requires, not in the token.
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(24).toString("base64url")] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: async () => ({ sub: subject, ...person }) };
    },
  };
}

async function agree(
  provider: Provider,
  { present }: OpenIdServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: present, clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  const result = { login: { accountId: present }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
