import { assetUrl } from "./swagger-ui";

export const dynamic = "force-dynamic";

/** Allows this origin only. Swagger UI sets inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The API reference: Swagger UI over the OpenAPI document. */
export function GET(): Response {
  return new Response(page(), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": contentSecurityPolicy,
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function page(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Governance Audit Service</title>
<link rel="icon" href="data:,">
<style>@import url("${assetUrl("swagger-ui.css")}") layer(swagger-ui);</style>
<link rel="stylesheet" href="/docs/reference.css">
<link rel="stylesheet" href="/docs/swagger-ui-theme.css">
<script src="${assetUrl("swagger-ui-bundle.js")}" defer></script>
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#reference">Skip to the reference</a>
<header class="bar">
<a class="home" href="/">Governance Audit Service</a>
<a href="/v1/openapi.json" download="openapi.json">Download openapi.json</a>
</header>
<nav id="contents" aria-label="Contents"></nav>
<div id="reference" tabindex="-1"></div>
<noscript><p class="note">This page needs JavaScript. The same content is in <a href="/v1/openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`;
}
