"""Everything that a workspace needs in order to build Stretto.

Another workspace loads Stretto like this:

    local_repository(name = "stretto", path = "/path/to/stretto")
    load("@stretto//kernels/bazel:repositories.bzl", "stretto_repositories")
    stretto_repositories()
"""

load(":cuda_configure.bzl", "cuda_configure")
load(":offline.bzl", "offline_repositories")

def stretto_repositories():
    """Declares the offline stand-ins, @debian (system libraries) and @cuda (found or empty)."""
    offline_repositories()
    if not native.existing_rule("debian"):
        native.new_local_repository(
            name = "debian",
            path = "/usr",
            build_file = str(Label("//kernels/bazel:debian.BUILD")),
        )
    if not native.existing_rule("cuda"):
        cuda_configure(name = "cuda")
