"""A process that ends in the middle of its work, as by kill -9, without one."""


class Killed(BaseException):
    """What no code of ours catches."""


def killed_after(patch, steps, *works):
    """Have the process end once so many of some works were done, each given by its owner and its name there."""
    left = iter(range(steps))

    def step(work):
        def stepping(*arguments, **options):
            if next(left, None) is None:
                raise Killed
            return work(*arguments, **options)

        return stepping

    for owner, name in works:
        patch.setattr(owner, name, step(getattr(owner, name)))
