# How kernels come by the numbers of an array: a memoryview takes three times as long to make, and several pages of code.
from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer


cdef inline void *numbers_of(object array, Py_ssize_t size, Py_ssize_t *n) except? NULL:
    """Where the numbers of an array are, of so many bytes each, and how many; they stay there while it is referred to.

    A ValueError if the array has others, or is not contiguous.
    """
    cdef Py_buffer view
    cdef bint fits
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    fits = view.itemsize == size
    n[0] = view.len // size
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError(f"numbers of {view.itemsize} bytes, not of {size}")
    return view.buf
