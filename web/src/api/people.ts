/** Accounts: passkeys, profiles and ratings. */

import { bytesOf, textOf } from "./base64url";
import { api, query } from "./client";
import type * as made from "./schema.gen";

export type Passkey = made.PasskeyAnswer;
type SignedIn = made.SignInAnswer;
export type Results = made.ResultsAnswer;
export type Ranked = made.RankedAnswer;
export type Path = made.PathAnswer;
export type PathTable = made.PathTableAnswer;
export type NextStep = made.NextStepAnswer;
export type Profile = made.ProfileAnswer;
export type OwnProfile = made.OwnProfileAnswer;
export type Session = made.SessionAnswer;
export type Blocked = made.BlockAnswer;
export type OwnReport = made.OwnReportAnswer;
export type Listed = made.ListedAnswer;

/** There is no passkey: the visitor has cancelled, or the browser does not support passkeys. */
export class NoPasskey extends Error {}

/** The options of the server for the browser's passkey prompt. Bytes are in base64url. */
interface Options {
  options: {
    challenge: string;
    user?: { id: string };
    excludeCredentials?: { id: string; type: "public-key" }[];
  } & Record<string, unknown>;
}

/** Return whether this page can use passkeys. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);

/** Wait for the browser's prompt. Any other result than a credential raises NoPasskey. */
async function credentialFrom(question: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await question.catch(() => null);
  if (!(answer instanceof PublicKeyCredential)) throw new NoPasskey();
  return answer;
}

export const passkeys = async () => (await api.get<{ passkeys: Passkey[] }>("/api/me/passkeys")).passkeys;

/** Create a passkey on the device and register it with the server. */
export async function addPasskey(name: string, proof: string | null): Promise<Passkey[]> {
  const { options } = await api.post<Options>("/api/me/passkeys/ask", { proof });
  const credential = await credentialFrom(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user?.id ?? "") },
        excludeCredentials: (options.excludeCredentials ?? []).map((credential) => ({
          ...credential,
          id: bytesOf(credential.id),
        })),
      } as unknown as PublicKeyCredentialCreationOptions,
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const answer = {
    name,
    id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
  };
  return (await api.post<{ passkeys: Passkey[] }>("/api/me/passkeys", answer)).passkeys;
}

/** Sign in with a passkey, one of `among` unless that is empty. */
export async function signIn(among: readonly Passkey[] = []): Promise<SignedIn> {
  const { options } = await api.post<Options>("/api/sign-in/ask");
  const allowed = among.map(({ id }) => ({ id: bytesOf(id), type: "public-key" }));
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: allowed,
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = await credentialFrom(navigator.credentials.get({ publicKey }));
  const response = credential.response as AuthenticatorAssertionResponse;
  return api.post<SignedIn>("/api/sign-in", {
    id: textOf(credential.rawId),
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
export const sessions = async () => (await api.get<{ devices: Session[] }>("/api/me/devices")).devices;
/** Sign the visitor out in another browser. */
export const endSession = (id: string) => api.post<unknown>(`/api/me/devices/${encodeURIComponent(id)}/end`);
/** The address of a file with all that the server knows of the visitor. */
export const OWN_DATA = "/api/me/data";
/** Delete the visitor. Those with a passkey need a proof. */
export const deleteMe = (proof: string | null) => api.post<unknown>("/api/me/delete", { proof });
export const blocked = async () => (await api.get<{ blocked: Blocked[] }>("/api/me/blocked")).blocked;
export const unblock = (id: string) => api.post<unknown>(`/api/me/blocked/${encodeURIComponent(id)}/lift`);
export const ownReports = () => api.get<made.OwnReportsAnswer>("/api/me/reports");
export const reportsTold = () => api.post<unknown>("/api/me/reports/told");
export const ownPath = () => api.get<Path>("/api/me/path");
/** Show or hide the visitor's profile. */
export const setListed = (listed: boolean) => api.put<OwnProfile>("/api/me/profile", { listed });
export const people = async () => (await api.get<{ people: Listed[] }>("/api/people")).people;
export const profile = (address: string) => api.get<Profile>(`/api/people/${encodeURIComponent(address)}`);
export const ranking = async (game: string, seats: number) =>
  (await api.get<{ ranking: Ranked[] }>(`/api/ratings${query({ game, seats })}`)).ranking;
