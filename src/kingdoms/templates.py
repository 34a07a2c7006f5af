"""HTML from the templates of a package (Jinja2), with the sentences of the catalogues."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from kingdoms.texts import language, text


def render(package: str, template: str, **values: Any) -> str:
    """Return HTML from a template, which may extend and import those in the folder `kingdoms/pages`.

    Values are escaped. A template that uses a value which is not there is an error.
    Templates say sentences by `text("key", name=value)`, as the code does.

    Args:
        package: the package with the folder `templates`, such as `kingdoms.lab`.
        template: the file in this folder, such as `report.html`.
        values: the values that the template uses.
    """
    return _environment(package).get_template(template).render(values)


@cache
def _environment(package: str) -> Environment:
    shared = PackageLoader("kingdoms", "pages")
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), shared]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"language": language, "text": text}
    return environment
