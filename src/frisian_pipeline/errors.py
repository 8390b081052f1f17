"""What can go wrong, each with the facts a caller needs and never with a payload, token or owner."""


class PipelineError(Exception):
    """The base of every error this library raises."""


class StageOrderError(PipelineError, ValueError):
    """
    A pipeline was built in an order that cannot work.

    Attributes:
        early: Name of the stage that reads a fact too soon.
        late: Name of the stage that gives the fact.
        fact: The field of the exchange they disagree about.
    """

    def __init__(self, early: str, late: str, fact: str) -> None:
        super().__init__(f"{early} needs {fact!r}, which {late} gives; move {early} after {late}")
        self.early = early
        self.late = late
        self.fact = fact


class StageError(PipelineError, RuntimeError):
    """
    A stage failed while it shaped an answer; the cause is chained.

    Attributes:
        stage: Name of the stage.
        tool: Name of the tool whose answer was shaped.
    """

    def __init__(self, stage: str, tool: str) -> None:
        super().__init__(f"{stage} failed on an answer of tool {tool!r}; send the whole result instead")
        self.stage = stage
        self.tool = tool


class StoreError(PipelineError):
    """A store cannot keep or page this content; answer without a token."""


class PageError(StoreError, ValueError):
    """A page was asked for by bounds that are not whole numbers from 0."""

    def __init__(self) -> None:
        super().__init__("a page's start and stop are whole numbers from 0")


class TokenError(PipelineError, LookupError):
    """A continuation token buys nothing: unknown, expired, foreign and tampered are one error with one text."""

    def __init__(self) -> None:
        super().__init__(
            "This continuation token is not valid here: it may be unknown, expired or issued to another caller "
            "or tool. Repeat the read that answers the same data; do not repeat a write."
        )


class MaskError(PipelineError, ValueError):
    """A field mask cannot be read or is over a limit; the message says where and what is legal."""


class RedemptionError(PipelineError, ValueError):
    """
    What was said beside a continuation token cannot be; the message says what is legal.

    Attributes:
        argument: The name of what is wrong.
    """

    def __init__(self, argument: str, fault: str) -> None:
        super().__init__(f"{argument} {fault}")
        self.argument = argument
        self.fault = fault


class MissingStageError(PipelineError, LookupError):
    """
    A pipeline was to be changed at a stage that it does not have.

    Attributes:
        stage: Name of the stage that was asked for.
    """

    def __init__(self, stage: str) -> None:
        super().__init__(f"this pipeline has no stage {stage}; name one that it has")
        self.stage = stage


class MissingExtraError(PipelineError, ImportError):
    """
    Something was asked for by its name that an optional package does.

    Attributes:
        extra: The extra of this package that installs it.
    """

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs another package; pip install frisian-pipeline[{extra}]")
        self.extra = extra


class BaselineError(PipelineError, ValueError):
    """A baseline of tokens cannot be used; the message says why."""

    def __init__(self, fault: str) -> None:
        super().__init__(f"{fault}; write it with manage.py frisian_baseline --write")
