import { fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import Fetched from "./Fetched.svelte";

const children = createRawSnippet((value: () => unknown) => ({ render: () => `<p>${String(value())}</p>` }));
const missing = createRawSnippet(() => ({ render: () => "<p>No such thing.</p>" }));

describe("what is fetched", () => {
  it("is announced, then shown", async () => {
    render(Fetched, { fetch: async () => "Here it is.", children });
    expect(screen.getByRole("status").textContent).toBe("One moment…");
    expect(await screen.findByText("Here it is.")).toBeTruthy();
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("is asked for again after a failure", async () => {
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new ApiError(418, "odd", null, "Something odd."))
      .mockResolvedValue("Here it is.");
    render(Fetched, { fetch, children, missing });
    expect((await screen.findByRole("alert")).textContent).toContain("Something odd.");
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Here it is.")).toBeTruthy();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("may be missing", async () => {
    render(Fetched, {
      fetch: () => Promise.reject(new ApiError(404, "not_found", null, "There is nothing.")),
      children,
      missing,
    });
    expect(await screen.findByText("No such thing.")).toBeTruthy();
  });

  it("may be a part of the page that needs a reload", async () => {
    render(Fetched, { fetch: () => Promise.reject(new TypeError("Failed to fetch")), children });
    expect((await screen.findByRole("alert")).textContent).toContain("Part of this page couldn't be loaded.");
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  });
});
