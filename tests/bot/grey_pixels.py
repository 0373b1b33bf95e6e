"""A picture for tests in which its content does not matter."""

from __future__ import annotations

import io

from PIL import Image


def grey_pixel() -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (1, 1), 128).save(buffer, "PNG")
    return buffer.getvalue()
