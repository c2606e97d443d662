import { postAuth } from "@/components/ui/api/auth";
import { notify } from "@/components/ui/feedback/messages";

/** Ends the session and opens the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await postAuth("signout", { callbackUrl: "/sign-in" });
    location.assign("/sign-in");
  } catch (error) {
    notify.error(error);
  }
}
