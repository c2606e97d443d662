import { postAuth } from "@/components/ui/api/auth";
import { notify } from "@/components/ui/feedback/messages";

/** Ends the session on the server and leaves for the sign-in page. Whatever this page still holds is gone with it. */
export async function signOut(): Promise<void> {
  try {
    await postAuth("signout", { callbackUrl: "/sign-in" });
    location.assign("/sign-in");
  } catch (error) {
    notify.error(error);
  }
}
