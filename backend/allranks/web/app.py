"""Wiring: settings in, application out."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from ..catalog import Catalog
from ..grading import accept
from ..runners import Runner
from ..runs import RunController
from ..store import EventLog
from .capabilities import find_capabilities
from .downloads import download_routes, kept_files_of
from .errors import add_error_handlers
from .http import http_routes
from .page import Page
from .services import Services
from .settings import Settings
from .socket import socket_routes

logger = logging.getLogger(__name__)


def create_app(settings: Settings, *, runner: Runner, event_log: EventLog) -> FastAPI:
    """The application. It closes the runner when it ends; the event log stays its owner's.

    Raises `BadSetting` when the exercises folder is not there. A broken exercise is logged and left out.
    """
    catalog = Catalog.read(settings.exercises_dir, accept)
    for error in catalog.broken:
        logger.warning("an exercise is left out: %s", error)
    capabilities = find_capabilities(runner, settings.limits)
    services = Services(
        settings=settings,
        catalog=catalog,
        event_log=event_log,
        controller=RunController(
            event_log,
            runner,
            catalog,
            limits=settings.limits,
            runs_at_once=settings.runs_at_once,
            runs_waiting=settings.runs_waiting,
            cluster=capabilities.cluster,
        ),
        capabilities=capabilities,
        kept_files=kept_files_of(settings),
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None, None]:
        await services.controller.start()
        try:
            yield
        finally:
            await services.controller.close()

    app = FastAPI(title="Allranks", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.add_middleware(CORSMiddleware, allow_origins=list(settings.allowed_origins), allow_methods=["GET"])
    add_error_handlers(app)
    app.include_router(http_routes(services))
    app.include_router(download_routes(services.kept_files))
    app.include_router(socket_routes(services))
    app.mount("/", Page(settings.page_dir))
    return app
