import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Since from "./Since.svelte";

it("tells what happened, and shows on the board what is touched", async () => {
  const onshow = vi.fn<(spots: string[]) => void>();
  const onclose = vi.fn();
  const lines = [
    { text: "East explores.", spots: ["site E.FL"] },
    { text: "The order is settled.", spots: [] },
  ];
  render(Since, { title: "Since your last turn", lines, more: 1, short: false, onshow, onclose });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("And 1 more thing: see the log.")).toBeTruthy();
  const line = screen.getByRole("button", { name: "East explores." });
  await fireEvent.click(line);
  expect(onshow).toHaveBeenLastCalledWith(["site E.FL"]);
  expect(line.getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(line);
  expect(onshow).toHaveBeenLastCalledWith([]);
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onclose).toHaveBeenCalled();
});
