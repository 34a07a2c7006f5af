/** People: passkeys, and who one is on which device. */

import { bytesOf, textOf } from "./base64url";
import { api, query } from "./client";
import type * as made from "./schema.gen";

export type Passkey = made.PasskeyAnswer;
export type SignedIn = made.SignInAnswer;
export type Results = made.ResultsAnswer;
export type Rating = made.RatingAnswer;
export type RatingStep = made.RatingStepAnswer;
export type Ranked = made.RankedAnswer;
export type Profile = made.ProfileAnswer;
export type OwnProfile = made.OwnProfileAnswer;
export type Listed = made.ListedAnswer;

/** That there is no passkey to be had: the person has said no, or the browser can't. */
export class NoPasskey extends Error {}

/** What the server wants a browser to be asked; bytes are in base64url. */
interface Options {
  options: { challenge: string; user?: { id: string }; excludeCredentials?: { id: string; type: "public-key" }[] } & Record<string, unknown>;
}

/** Whether this page can ask for passkeys at all. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

/** Ask the browser; whatever it says instead of an answer, there is none. */
async function asked(question: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await question.catch(() => null);
  if (!(answer instanceof PublicKeyCredential)) throw new NoPasskey();
  return answer;
}

export const passkeys = async () => (await api.get<{ passkeys: Passkey[] }>("/api/me/passkeys")).passkeys;

/** Have the device make a passkey, and give it to the server. */
export async function addPasskey(name: string, proof: string | null): Promise<Passkey[]> {
  const { options } = await api.post<Options>("/api/me/passkeys/ask", { proof });
  const made = await asked(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user?.id ?? "") },
        excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytesOf(one.id) })),
      } as unknown as PublicKeyCredentialCreationOptions,
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  const answer = { name, id: textOf(made.rawId), client_data: textOf(response.clientDataJSON), attestation: textOf(response.attestationObject) };
  return (await api.post<{ passkeys: Passkey[] }>("/api/me/passkeys", answer)).passkeys;
}

/** Have the device show a passkey, one of some if these are named, and be whose it is. */
export async function signIn(among: readonly Passkey[] = []): Promise<SignedIn> {
  const { options } = await api.post<Options>("/api/sign-in/ask");
  const allowed = among.map(({ id }) => ({ id: bytesOf(id), type: "public-key" }));
  const publicKey = { ...options, challenge: bytesOf(options.challenge), allowCredentials: allowed } as unknown as PublicKeyCredentialRequestOptions;
  const shown = await asked(navigator.credentials.get({ publicKey }));
  const response = shown.response as AuthenticatorAssertionResponse;
  return api.post<SignedIn>("/api/sign-in", {
    id: textOf(shown.rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  });
}

export const removePasskey = async (id: string, proof: string) =>
  (await api.post<{ passkeys: Passkey[] }>(`/api/me/passkeys/${encodeURIComponent(id)}/remove`, { proof })).passkeys;
export const signOut = () => api.post<unknown>("/api/sign-out");
export const signOutElsewhere = (proof: string) => api.post<unknown>("/api/sign-out/elsewhere", { proof });

export const ownProfile = () => api.get<OwnProfile>("/api/me/profile");
/** Have others read one's profile, or not. */
export const setListed = (listed: boolean) => api.put<OwnProfile>("/api/me/profile", { listed });
export const people = async () => (await api.get<{ people: Listed[] }>("/api/people")).people;
export const profile = (address: string) => api.get<Profile>(`/api/people/${encodeURIComponent(address)}`);
export const ranking = async (game: string, seats: number) => (await api.get<{ ranking: Ranked[] }>(`/api/ratings${query({ game, seats })}`)).ranking;
