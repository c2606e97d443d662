import { writeToken } from "@/lib/download-token";
import { publicUrl } from "@/lib/public-url";

/**
 * Where the file of a package can be had until a time, without an API key: the URL carries its own authority, good for this
 * package and until then. The same package and time always give the same URL.
 */
export function downloadUrl(packageId: string, expiresAtMs: number): string {
  return publicUrl(`/v1/evidence/${packageId}/download?token=${writeToken(packageId, expiresAtMs)}`);
}
