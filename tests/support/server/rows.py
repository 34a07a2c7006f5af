"""Statements on the database of a server in this process."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from sqlalchemy.sql.base import Executable


async def execute(app: FastAPI, *statements: Executable) -> None:
    """Execute statements in one transaction."""
    async with app.state.database.engine.begin() as connection:
        for statement in statements:
            await connection.execute(statement)


async def scalar(app: FastAPI, statement: Executable) -> Any:
    """Return the first column of the first row that a statement selects."""
    async with app.state.database.read_engine.connect() as connection:
        return await connection.scalar(statement)
