import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import Since from "./Since.svelte";

it("tells what happened, and shows on the board what is touched", async () => {
  const onshow = vi.fn<(spots: string[]) => void>();
  const onclose = vi.fn();
  const news = [
    { seat: "E", lines: [{ text: "East explores.", spots: ["site E.FL"] }] },
    { seat: null, lines: [{ text: "The order is settled.", spots: [] }] },
  ];
  const seatName = () => "East";
  render(Since, { title: "Since your last turn", news, game: "", seatName, short: false, onshow, onclose });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByRole("heading", { name: /East/ })).toBeTruthy();
  const line = screen.getByRole("button", { name: "East explores." });
  await fireEvent.click(line);
  expect(onshow).toHaveBeenLastCalledWith(["site E.FL"]);
  expect(line.getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(line);
  expect(onshow).toHaveBeenLastCalledWith([]);
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onclose).toHaveBeenCalled();
});
