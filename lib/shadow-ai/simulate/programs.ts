import type { Software } from "@/lib/shadow-ai/simulate/flow";
import { Random } from "@/lib/shadow-ai/simulate/random";

/** A program known by its `User-Agent` header; its TLS fingerprints follow from the header alone. */
export function program(userAgent: string): Software {
  const random = new Random(`tls/${userAgent}`);
  return { userAgent, ja3: random.hex(32), ja4: `t13d1516h2_${random.hex(12)}_${random.hex(12)}` };
}

/** Browsers of an office, as they name themselves. */
export const browsers: readonly Software[] = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
].map(program);

/** Libraries of model vendors, agents and editors. */
export const modelClients = {
  openaiPython: program("OpenAI/Python 1.109.1"),
  openaiNode: program("OpenAI/JS 5.23.0"),
  anthropicPython: program("Anthropic/Python 0.71.0"),
  mistral: program("mistral-client-python/1.9.11"),
  cohere: program("cohere-python/5.18.0"),
  google: program("google-genai-sdk/1.45.0 gl-python/3.12.3"),
  boto: program("Boto3/1.40.55 md/Botocore#1.40.55 ua/2.1 os/linux#6.8.0 md/arch#x86_64 lang/python#3.12.3"),
  claudeCli: program("claude-cli/2.0.37 (external, cli)"),
  cursor: program("connect-es/1.6.1"),
  copilot: program("GitHubCopilotChat/0.32.4"),
  codeium: program("connect-go/1.18.1 (go1.24.3)"),
  tabnine: program("Tabnine/4.270.0"),
  ollama: program("ollama-python/0.6.0 (x86_64 linux) Python/3.12.3"),
} as const;

/** Libraries that call anything over HTTP. */
export const httpLibraries: readonly Software[] = [
  "python-requests/2.32.3",
  "python-httpx/0.28.1",
  "node",
  "axios/1.12.2",
  "Go-http-client/2.0",
  "okhttp/4.12.0",
].map(program);

/** What runs on machines without being asked. */
export const systemPrograms = {
  windowsUpdate: program("Windows-Update-Agent/10.0.10011.16384 Client-Protocol/2.71"),
  teams: program("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Teams/25290.205 Chrome/140.0.0.0"),
  zoom: program("Mozilla/5.0 (ZOOM.Win 10.0 x64)"),
  slack: program(
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Slack_SSB/4.46.101 Electron/38.2.0",
  ),
  oneDrive: program("Microsoft SkyDriveSync 25.199.1012.0002 ship; Windows NT 10.0 (26100)"),
  dropbox: program("DropboxDesktopClient/235.4.5905 (Windows; 10; x64; en-GB)"),
  datadog: program("datadog-agent/7.71.2"),
  sentry: program("sentry.python/2.42.0"),
  npm: program("npm/11.6.2 node/v22.20.0 linux x64 workspaces/false"),
  pip: program('pip/25.2 {"ci":null,"cpu":"x86_64","installer":{"name":"pip","version":"25.2"}}'),
  apt: program("Debian APT-HTTP/1.3 (2.8.3)"),
  git: program("git/2.51.0"),
  restic: program("restic/0.18.1"),
  spotify: program("Spotify/126700462 Win32_x86_64/0 (PC laptop)"),
  steam: program("Valve/Steam HTTP Client 1.0"),
  snowflake: program("PythonConnector/3.18.0 (Linux-6.8.0) CPython/3.12.3"),
  stripe: program("Stripe/v1 PythonBindings/13.0.1"),
  cryptoApi: program("Microsoft-CryptoAPI/10.0"),
  citrix: program("CitrixReceiver/25.8.0 Windows/10.0"),
} as const;
